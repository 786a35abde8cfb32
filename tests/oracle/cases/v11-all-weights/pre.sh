sacctmgr -i add qos fast priority=1000
sacctmgr -i add qos slow priority=10
sacctmgr -i add qos pq priority=500
