sprio -u '"bedrock"'
