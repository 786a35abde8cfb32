sshare -A ,
