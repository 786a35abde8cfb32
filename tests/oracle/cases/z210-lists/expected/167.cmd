sshare -u 'a[1,2'
