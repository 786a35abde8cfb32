as stranger scontrol update nodename=n1 state=down reason=x
