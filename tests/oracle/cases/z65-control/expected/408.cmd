as adm scontrol update partitionname=nosuch state=up
