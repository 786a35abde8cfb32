sshare -u 'a[1'
