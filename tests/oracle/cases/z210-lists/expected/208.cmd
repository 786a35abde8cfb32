sacct -u '"bedrock"'
