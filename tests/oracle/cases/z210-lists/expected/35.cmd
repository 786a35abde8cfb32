sacct -A 'bedrock['
