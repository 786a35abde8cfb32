as adm scontrol reconfigure
