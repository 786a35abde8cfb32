as low scontrol update jobid=$(cat j) partition=debug
