as co scontrol update jobid=$(cat j) admincomment=a
