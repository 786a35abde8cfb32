squeue -u 'a[1]bedrock'
