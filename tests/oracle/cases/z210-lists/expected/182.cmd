squeue -M '"'
