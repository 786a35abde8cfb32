sprio -u 'bedrock managers'
