sacctmgr -i add qos gold priority=100 && sacctmgr -i add qos silver priority=50 && sacctmgr -i add qos bronze priority=10
