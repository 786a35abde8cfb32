as stranger scontrol update jobid=$(cat j) timelimit=40
