as coc scontrol update jobid=$(cat j) nice=5
