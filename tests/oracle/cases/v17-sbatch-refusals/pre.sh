sacctmgr -i add qos fast
