as stranger sacctmgr -i delete account free
