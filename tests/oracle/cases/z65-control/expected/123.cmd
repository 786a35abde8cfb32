as low scontrol update partitionname=debug maxtime=5
