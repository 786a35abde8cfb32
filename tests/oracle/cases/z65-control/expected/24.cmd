as stranger scontrol update jobid=$(cat j) admincomment=a
