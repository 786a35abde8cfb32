sshare -A 'bedrock managers'
