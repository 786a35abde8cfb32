squeue -M 'a[[1]]'
