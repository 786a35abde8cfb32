sshare -u 'a[1-3]'
