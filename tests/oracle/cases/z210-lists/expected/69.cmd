squeue -A 'a[x]'
