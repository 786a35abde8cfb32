as stranger scontrol delete partitionname=pstranger
