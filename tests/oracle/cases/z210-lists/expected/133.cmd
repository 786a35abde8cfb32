sacct -u 'a[[1]]'
