as co scontrol create partitionname=pco nodes=n1
