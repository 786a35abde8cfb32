sshare -A '[1-3]'
