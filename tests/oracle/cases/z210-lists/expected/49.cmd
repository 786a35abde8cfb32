squeue -M 'a[1-3]'
