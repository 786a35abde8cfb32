sshare -u 'bedrock['
