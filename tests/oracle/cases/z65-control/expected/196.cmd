as coc scontrol create partitionname=pcoc nodes=n1
