sshare -A 'a[3-1]'
