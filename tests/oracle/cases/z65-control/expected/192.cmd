as coc scontrol update nodename=nosuch state=idle
