squeue -u ,
