scontrol update PartitionName=usual PriorityTier=8 Priority=31
