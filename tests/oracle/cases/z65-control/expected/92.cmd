as low scontrol update jobid=$(cat j) account=chem
