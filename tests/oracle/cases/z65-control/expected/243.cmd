as co scontrol update jobid=$(cat j) dependency=afterok:$(cat k)
