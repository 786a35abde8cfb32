as stranger scontrol update partitionname=nosuch state=up
