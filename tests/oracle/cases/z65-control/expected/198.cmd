as coc scontrol delete partitionname=nosuch
