as adm scontrol update jobid=$(cat j) nice=5
