squeue -A '[]'
