as adm scontrol update partitionname=debug maxtime=5
