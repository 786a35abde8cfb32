sshare -M ' bedrock'
