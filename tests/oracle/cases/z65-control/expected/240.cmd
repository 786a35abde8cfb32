as co scontrol update jobid=$(cat j) sitefactor=3
