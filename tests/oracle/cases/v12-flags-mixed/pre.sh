sacctmgr -i add qos fast priority=100
