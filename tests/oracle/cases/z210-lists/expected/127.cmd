sprio -M a,,bedrock
