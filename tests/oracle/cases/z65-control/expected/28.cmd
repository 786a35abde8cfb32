as stranger scontrol update jobid=$(cat j) numnodes=2
