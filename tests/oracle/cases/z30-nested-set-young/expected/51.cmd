sacctmgr -i delete account k2,k4
