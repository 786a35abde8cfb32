as adm scontrol update jobid=$(cat j) priority=99
