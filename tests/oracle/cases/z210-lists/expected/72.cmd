sshare -M 'a[x]'
