squeue -u ' bedrock'
