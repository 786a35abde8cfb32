as coc scontrol update jobid=$(cat j) admincomment=a
