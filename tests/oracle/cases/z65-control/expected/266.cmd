as co scontrol update partitionname=nosuch state=up
