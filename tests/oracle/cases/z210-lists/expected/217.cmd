squeue -u 'bedrock managers'
