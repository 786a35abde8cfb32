as coc scontrol update jobid=$(cat j) sitefactor=3
