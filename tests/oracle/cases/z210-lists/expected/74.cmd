squeue -M 'a[x]'
