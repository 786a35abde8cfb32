sshare -A 'a[1]bedrock'
