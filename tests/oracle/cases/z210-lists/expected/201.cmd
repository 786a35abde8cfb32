sacct -u ''"'"'bedrock'
