as low sacctmgr -i delete account free
