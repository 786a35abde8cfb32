sshare -A 'a[1,2'
