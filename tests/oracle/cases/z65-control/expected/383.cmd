as adm scontrol update jobid=$(cat j) numnodes=2
