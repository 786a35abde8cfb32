as low scontrol update jobid=$(cat j) starttime=now+60
