as adm scontrol update jobid=$(cat j) name=xadm
