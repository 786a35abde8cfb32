sacct -u '"bedrock'
