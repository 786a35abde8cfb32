as stranger scontrol reconfigure
