sacct -A 'a[1]bedrock'
