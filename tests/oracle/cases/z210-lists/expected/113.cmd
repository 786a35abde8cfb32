squeue -u ,,
