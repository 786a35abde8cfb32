squeue -u 'a]'
