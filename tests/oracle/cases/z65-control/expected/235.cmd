as co scontrol update jobid=$(cat j) qos=normal
