as op scontrol update partitionname=debug state=drain
