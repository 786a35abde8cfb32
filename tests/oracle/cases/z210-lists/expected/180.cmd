sshare -M '"'
