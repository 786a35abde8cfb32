as stranger scontrol update partitionname=debug state=drain
