sshare -u '[2j,bedrock'
