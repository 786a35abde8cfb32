as co scontrol reconfigure
