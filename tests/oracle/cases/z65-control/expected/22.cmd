as stranger scontrol update jobid=$(cat j) qos=normal
