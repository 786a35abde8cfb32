sshare -u ,
