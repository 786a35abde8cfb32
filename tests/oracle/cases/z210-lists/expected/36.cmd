sacct -u 'bedrock['
