sshare -A 'a['
