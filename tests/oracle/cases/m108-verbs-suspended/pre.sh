sacctmgr -i add qos high priority=10
sacctmgr -i add qos low maxwall=10
