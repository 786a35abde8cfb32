sacct -A '[2j,bedrock'
