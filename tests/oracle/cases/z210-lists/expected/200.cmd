sacct -A ''"'"'bedrock'
