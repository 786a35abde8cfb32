as stranger scontrol delete partitionname=nosuch
