as adm scontrol update jobid=$(cat j) comment=a
