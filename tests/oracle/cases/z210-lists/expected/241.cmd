squeue -A '[2j,bedrock'
