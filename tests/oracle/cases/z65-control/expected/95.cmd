as low scontrol update jobid=$(cat j) admincomment=a
