squeue -u ']'
