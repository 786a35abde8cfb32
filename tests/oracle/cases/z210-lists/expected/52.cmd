sshare -u '[1-3]'
