sacct -u 'a[1]bedrock'
