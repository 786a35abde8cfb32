sshare -u 'a[x]'
