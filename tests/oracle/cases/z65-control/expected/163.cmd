as coc scontrol update jobid=$(cat j) account=chem
