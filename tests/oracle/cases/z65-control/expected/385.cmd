as adm scontrol update jobid=$(cat j) dependency=afterok:$(cat k)
