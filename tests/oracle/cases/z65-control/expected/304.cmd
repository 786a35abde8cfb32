as op scontrol update jobid=$(cat j) priority=99
