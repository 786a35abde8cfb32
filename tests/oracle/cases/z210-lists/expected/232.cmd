sacct -A 'bedrock,[2j'
