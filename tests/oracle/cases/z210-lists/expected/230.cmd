sshare -A 'bedrock,[2j'
