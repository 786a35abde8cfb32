as co scontrol update jobid=$(cat j) timelimit=4
