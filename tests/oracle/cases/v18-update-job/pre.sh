sacctmgr -i add qos fast priority=10
