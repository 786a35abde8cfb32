as low scontrol update jobid=$(cat j) nice=-5
