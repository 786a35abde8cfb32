sshare -u 'bedrock,[2j'
