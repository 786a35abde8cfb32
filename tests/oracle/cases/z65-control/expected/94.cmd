as low scontrol update jobid=$(cat j) name=xlow
