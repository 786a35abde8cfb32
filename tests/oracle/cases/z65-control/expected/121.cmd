as low scontrol update nodename=nosuch state=idle
