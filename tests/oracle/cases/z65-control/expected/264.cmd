as co scontrol update partitionname=debug state=drain
