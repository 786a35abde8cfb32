as adm scontrol update nodename=n1 weight=3
