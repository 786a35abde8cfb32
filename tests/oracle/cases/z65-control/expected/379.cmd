as adm scontrol update jobid=$(cat j) admincomment=a
