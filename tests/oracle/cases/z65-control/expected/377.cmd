as adm scontrol update jobid=$(cat j) qos=normal
