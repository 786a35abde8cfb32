as low scontrol create partitionname=plow nodes=n1
