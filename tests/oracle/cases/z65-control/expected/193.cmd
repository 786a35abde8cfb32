as coc scontrol update partitionname=debug state=drain
