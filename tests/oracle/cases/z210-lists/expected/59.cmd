sshare -u 'a[3-1]'
