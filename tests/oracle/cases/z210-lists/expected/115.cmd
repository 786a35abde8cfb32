sshare -M ,,
