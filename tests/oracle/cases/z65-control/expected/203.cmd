as coc scontrol reconfigure
