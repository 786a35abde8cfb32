squeue -u ''"'"'bedrock'
