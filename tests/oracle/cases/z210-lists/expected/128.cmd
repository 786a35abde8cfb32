squeue -M a,,bedrock
