squeue -A 'a[]'
