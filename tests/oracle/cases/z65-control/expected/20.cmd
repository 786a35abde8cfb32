as stranger scontrol update jobid=$(cat j) priority=99
