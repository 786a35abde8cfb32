squeue -A 'a[1'
