as op scontrol create partitionname=pop nodes=n1
