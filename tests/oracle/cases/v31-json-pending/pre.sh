sacctmgr -i add qos gold priority=50
