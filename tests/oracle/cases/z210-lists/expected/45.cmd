squeue -u 'a[1-3]'
