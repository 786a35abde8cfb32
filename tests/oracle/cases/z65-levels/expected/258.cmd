as low sacctmgr -i modify qos silver set priority=51
