squeue -M ' bedrock'
