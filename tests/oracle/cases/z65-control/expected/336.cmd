as op scontrol update partitionname=debug maxtime=5
