sshare -M 'a[1-3]'
