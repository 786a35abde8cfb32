sshare -u ''"'"''
