as coc scontrol update jobid=$(cat j) priority=99
