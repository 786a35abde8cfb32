sprio -u a,,bedrock
