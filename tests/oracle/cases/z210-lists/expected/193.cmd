sacct -A '"bedrock'
