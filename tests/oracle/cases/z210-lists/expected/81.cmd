squeue -u '[]'
