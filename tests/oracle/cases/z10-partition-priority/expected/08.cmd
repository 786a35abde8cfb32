scontrol update PartitionName=usual Priority=30
