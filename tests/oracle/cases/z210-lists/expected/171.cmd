squeue -u 'a[1,2'
