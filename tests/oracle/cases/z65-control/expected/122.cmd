as low scontrol update partitionname=debug state=drain
