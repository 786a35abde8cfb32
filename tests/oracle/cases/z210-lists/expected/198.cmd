sshare -A ''"'"'bedrock'
