squeue -u '"bedrock'
