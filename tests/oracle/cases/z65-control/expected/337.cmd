as op scontrol update partitionname=nosuch state=up
