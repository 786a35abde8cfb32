sshare -A 'a[[1]]'
