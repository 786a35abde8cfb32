sshare -A ' bedrock'
