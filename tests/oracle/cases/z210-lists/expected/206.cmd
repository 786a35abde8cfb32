sshare -u '"bedrock"'
