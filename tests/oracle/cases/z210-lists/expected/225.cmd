sprio -u ' bedrock'
