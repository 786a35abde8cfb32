as coc scontrol update partitionname=debug maxtime=5
