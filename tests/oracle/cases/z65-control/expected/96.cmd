as low scontrol update jobid=$(cat j) comment=a
