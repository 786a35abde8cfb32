as op scontrol update jobid=$(cat j) qos=normal
