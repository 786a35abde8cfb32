squeue -A 'bedrock managers'
