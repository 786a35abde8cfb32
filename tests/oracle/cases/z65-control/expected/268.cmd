as co scontrol delete partitionname=pco
