squeue -A 'bedrock['
