as stranger scontrol create partitionname=pstranger nodes=n1
