squeue -u 'bedrock,[2j'
