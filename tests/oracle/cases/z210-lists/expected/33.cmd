sshare -A 'bedrock['
