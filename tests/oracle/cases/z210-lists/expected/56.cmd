squeue -u '[1-3]'
