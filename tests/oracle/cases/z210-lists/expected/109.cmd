sshare -u ,,
