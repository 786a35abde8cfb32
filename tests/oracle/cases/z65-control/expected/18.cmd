as stranger scontrol update jobid=$(cat j) nice=5
