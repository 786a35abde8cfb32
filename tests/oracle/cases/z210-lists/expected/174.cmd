sshare -u '"'
