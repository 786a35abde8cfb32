as coc scontrol update jobid=$(cat j) qos=normal
