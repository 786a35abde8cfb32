sshare -A '"'
