as op scontrol delete partitionname=pop
