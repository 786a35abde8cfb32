as adm scontrol delete partitionname=nosuch
