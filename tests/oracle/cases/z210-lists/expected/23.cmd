squeue -A 'a]'
