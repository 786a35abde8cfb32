squeue -u 'a[x]'
