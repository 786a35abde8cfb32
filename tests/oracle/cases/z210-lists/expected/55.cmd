squeue -A '[1-3]'
