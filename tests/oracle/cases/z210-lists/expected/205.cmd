sshare -A '"bedrock"'
