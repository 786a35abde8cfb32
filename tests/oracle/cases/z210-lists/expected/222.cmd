sacct -u ' bedrock'
