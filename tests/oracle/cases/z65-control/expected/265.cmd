as co scontrol update partitionname=debug maxtime=5
