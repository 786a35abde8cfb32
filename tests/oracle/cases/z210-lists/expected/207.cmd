sacct -A '"bedrock"'
