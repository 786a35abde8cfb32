as co scontrol update nodename=nosuch state=idle
