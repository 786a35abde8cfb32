as low scontrol delete partitionname=nosuch
