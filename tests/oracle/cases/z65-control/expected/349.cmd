as op scontrol schedloglevel disable
