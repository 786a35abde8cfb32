squeue -A ,,
