sacct -u 'bedrock,[2j'
