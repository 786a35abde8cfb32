sshare -A 'a[]'
