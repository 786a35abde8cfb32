sshare -u 'a[1]bedrock'
