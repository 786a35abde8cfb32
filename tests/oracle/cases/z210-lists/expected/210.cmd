squeue -u '"bedrock"'
