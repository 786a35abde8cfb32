sshare -u '"bedrock'
