squeue -M ,,
