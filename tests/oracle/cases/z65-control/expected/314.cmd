as op scontrol update jobid=$(cat j) dependency=afterok:$(cat k)
