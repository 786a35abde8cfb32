as adm scontrol create partitionname=padm nodes=n1
