sshare -A 'a[x]'
