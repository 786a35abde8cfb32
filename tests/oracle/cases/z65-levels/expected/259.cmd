as low sacctmgr -i add qos qlow priority=51
