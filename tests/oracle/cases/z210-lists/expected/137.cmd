sshare -M 'a[[1]]'
