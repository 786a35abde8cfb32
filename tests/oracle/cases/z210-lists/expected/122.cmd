sacct -u a,,bedrock
