sshare -u a,,bedrock
