sshare -A 'a]'
