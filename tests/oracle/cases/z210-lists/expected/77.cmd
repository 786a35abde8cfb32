sshare -u '[]'
