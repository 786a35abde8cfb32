as coc scontrol update jobid=$(cat j) numnodes=2
