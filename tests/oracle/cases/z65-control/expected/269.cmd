as co scontrol delete partitionname=nosuch
