as coc scontrol update partitionname=nosuch state=up
