sshare -u ''"'"'bedrock'
