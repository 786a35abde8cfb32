as coc scontrol delete partitionname=pcoc
