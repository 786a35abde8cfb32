squeue -u 'a[3-1]'
