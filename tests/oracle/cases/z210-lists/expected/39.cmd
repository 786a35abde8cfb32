sprio -u 'bedrock['
