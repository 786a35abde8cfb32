squeue -u a,,bedrock
