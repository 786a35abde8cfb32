as op scontrol update jobid=$(cat j) admincomment=a
