as stranger scontrol update nodename=n1 weight=3
