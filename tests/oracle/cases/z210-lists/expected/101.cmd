squeue -A ,
