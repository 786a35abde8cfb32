as low scontrol update nodename=n1 state=down reason=x
