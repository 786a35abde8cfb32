sacct -M a,,bedrock
