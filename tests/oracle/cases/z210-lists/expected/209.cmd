squeue -A '"bedrock"'
