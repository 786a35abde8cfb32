as low scontrol update jobid=$(cat j) timelimit=40
