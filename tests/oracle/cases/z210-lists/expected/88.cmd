squeue -u 'a[]'
