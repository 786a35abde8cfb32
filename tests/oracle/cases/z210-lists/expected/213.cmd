sshare -u 'bedrock managers'
