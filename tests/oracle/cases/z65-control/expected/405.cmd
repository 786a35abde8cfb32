as adm scontrol update nodename=nosuch state=idle
