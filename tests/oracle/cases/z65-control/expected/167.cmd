as coc scontrol update jobid=$(cat j) comment=a
