squeue -u '"'
