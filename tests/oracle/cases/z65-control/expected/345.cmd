as op scontrol reconfigure
