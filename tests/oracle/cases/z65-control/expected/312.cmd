as op scontrol update jobid=$(cat j) numnodes=2
