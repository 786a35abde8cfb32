sshare -u 'a[]'
