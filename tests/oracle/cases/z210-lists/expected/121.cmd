sacct -A a,,bedrock
