as op scontrol update jobid=$(cat j) account=chem
