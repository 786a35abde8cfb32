sprio -u 'a[1]bedrock'
