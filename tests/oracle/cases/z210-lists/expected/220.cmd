sshare -u ' bedrock'
