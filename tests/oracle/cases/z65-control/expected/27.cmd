as stranger scontrol update jobid=$(cat j) sitefactor=3
