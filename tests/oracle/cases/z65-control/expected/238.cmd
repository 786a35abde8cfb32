as co scontrol update jobid=$(cat j) comment=a
