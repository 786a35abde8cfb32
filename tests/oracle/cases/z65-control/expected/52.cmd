as stranger scontrol update partitionname=debug maxtime=5
