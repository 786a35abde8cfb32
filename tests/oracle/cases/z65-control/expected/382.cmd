as adm scontrol update jobid=$(cat j) sitefactor=3
