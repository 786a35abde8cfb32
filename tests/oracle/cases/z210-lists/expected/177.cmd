squeue -A '"'
