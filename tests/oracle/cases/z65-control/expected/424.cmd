scontrol update partitionname=debug state=up maxtime=infinite
