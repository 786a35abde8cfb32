sacct -u 'bedrock managers'
