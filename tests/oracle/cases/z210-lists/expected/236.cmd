sprio -u 'bedrock,[2j'
