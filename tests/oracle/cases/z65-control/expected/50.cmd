as stranger scontrol update nodename=nosuch state=idle
