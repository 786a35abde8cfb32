squeue -A 'a[1]bedrock'
