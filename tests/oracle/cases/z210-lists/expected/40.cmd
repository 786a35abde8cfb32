sshare -A 'a[1-3]'
