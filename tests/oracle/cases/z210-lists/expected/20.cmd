sshare -u 'a]'
