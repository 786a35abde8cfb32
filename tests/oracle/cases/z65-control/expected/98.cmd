as low scontrol update jobid=$(cat j) sitefactor=3
