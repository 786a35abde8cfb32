as low scontrol update jobid=$(cat j) qos=normal
