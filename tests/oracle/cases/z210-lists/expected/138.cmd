sprio -M 'a[[1]]'
