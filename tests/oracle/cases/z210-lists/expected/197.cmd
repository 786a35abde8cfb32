sprio -u '"bedrock'
