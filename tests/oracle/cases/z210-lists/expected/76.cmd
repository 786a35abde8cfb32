sshare -A '[]'
