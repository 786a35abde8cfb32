as adm scontrol update jobid=$(cat j) account=chem
