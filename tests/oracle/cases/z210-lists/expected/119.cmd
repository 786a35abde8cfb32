sshare -A a,,bedrock
