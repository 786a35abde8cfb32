squeue -u '[2j,bedrock'
