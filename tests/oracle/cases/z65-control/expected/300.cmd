as op scontrol update jobid=$(cat j) timelimit=4
