as adm scontrol update partitionname=debug state=drain
