sacct -M 'a[[1]]'
