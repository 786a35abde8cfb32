as op scontrol update jobid=$(cat j) sitefactor=3
