sacctmgr -i delete account x
