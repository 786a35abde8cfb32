sshare -M a,,bedrock
