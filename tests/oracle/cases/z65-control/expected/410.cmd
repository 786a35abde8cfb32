as adm scontrol delete partitionname=padm
