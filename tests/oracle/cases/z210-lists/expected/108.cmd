sshare -A ,,
