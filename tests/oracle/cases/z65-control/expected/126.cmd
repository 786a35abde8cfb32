as low scontrol delete partitionname=plow
