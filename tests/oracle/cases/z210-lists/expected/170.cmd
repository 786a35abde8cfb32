squeue -A 'a[1,2'
