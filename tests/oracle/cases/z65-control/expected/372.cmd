as adm scontrol update jobid=$(cat j) timelimit=40
