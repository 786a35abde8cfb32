sacct -M ' bedrock'
