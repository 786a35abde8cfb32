sacctmgr -i delete account k1
