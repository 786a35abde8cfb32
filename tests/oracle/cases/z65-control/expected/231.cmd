as co scontrol update jobid=$(cat j) nice=5
