sacct -A 'bedrock managers'
