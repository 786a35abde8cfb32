as stranger scontrol update jobid=$(cat j) comment=a
