squeue -A 'bedrock,[2j'
