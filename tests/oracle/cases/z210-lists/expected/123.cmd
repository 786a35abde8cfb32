squeue -A a,,bedrock
