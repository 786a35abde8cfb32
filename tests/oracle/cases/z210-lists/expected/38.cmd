squeue -u 'bedrock['
