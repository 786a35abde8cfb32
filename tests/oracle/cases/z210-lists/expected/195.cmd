squeue -A '"bedrock'
