sshare -A '[2j,bedrock'
