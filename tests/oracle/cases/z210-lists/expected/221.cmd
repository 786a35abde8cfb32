sacct -A ' bedrock'
