as co scontrol update jobid=$(cat j) account=chem
