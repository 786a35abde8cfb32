as co scontrol update jobid=$(cat j) numnodes=2
