as low scontrol update jobid=$(cat j) priority=99
