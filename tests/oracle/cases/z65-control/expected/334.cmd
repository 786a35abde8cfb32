as op scontrol update nodename=nosuch state=idle
