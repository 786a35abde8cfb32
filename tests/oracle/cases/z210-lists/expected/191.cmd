sshare -A '"bedrock'
