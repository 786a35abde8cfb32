sshare -u 'a['
