squeue -A 'a[3-1]'
