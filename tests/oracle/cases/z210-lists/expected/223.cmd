squeue -A ' bedrock'
