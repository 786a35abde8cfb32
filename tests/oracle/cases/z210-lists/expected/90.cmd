sshare -A ']'
