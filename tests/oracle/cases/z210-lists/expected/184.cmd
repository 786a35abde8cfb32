sshare -A ''"'"''
