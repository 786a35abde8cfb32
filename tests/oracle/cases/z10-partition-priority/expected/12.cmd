scontrol update PartitionName=usual Priority=32 PriorityJobFactor=7
