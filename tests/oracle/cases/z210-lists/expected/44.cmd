squeue -A 'a[1-3]'
