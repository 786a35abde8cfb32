as low scontrol update jobid=$(cat j) numnodes=2
