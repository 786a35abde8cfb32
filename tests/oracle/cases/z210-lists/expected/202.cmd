squeue -A ''"'"'bedrock'
