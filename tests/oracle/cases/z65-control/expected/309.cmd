as op scontrol update jobid=$(cat j) comment=a
