as stranger scontrol update jobid=$(cat j) account=chem
