squeue -A ']'
