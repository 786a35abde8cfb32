as op scontrol update jobid=$(cat j) timelimit=40
