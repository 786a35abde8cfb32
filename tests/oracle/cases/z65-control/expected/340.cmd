as op scontrol delete partitionname=nosuch
