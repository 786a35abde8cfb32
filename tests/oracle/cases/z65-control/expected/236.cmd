as co scontrol update jobid=$(cat j) name=xco
