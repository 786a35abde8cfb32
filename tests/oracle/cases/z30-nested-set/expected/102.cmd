sacctmgr -i delete account y
