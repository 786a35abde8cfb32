as coc scontrol update jobid=$(cat j) name=xcoc
