sacct -u '[2j,bedrock'
