as low scontrol update partitionname=nosuch state=up
