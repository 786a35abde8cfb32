as coc scontrol update jobid=$(cat j) timelimit=4
