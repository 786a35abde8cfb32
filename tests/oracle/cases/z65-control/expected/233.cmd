as co scontrol update jobid=$(cat j) priority=99
