squeue -u 'a[[1]]'
