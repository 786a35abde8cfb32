sshare -u ']'
