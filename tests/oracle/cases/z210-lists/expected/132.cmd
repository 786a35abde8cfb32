sacct -A 'a[[1]]'
