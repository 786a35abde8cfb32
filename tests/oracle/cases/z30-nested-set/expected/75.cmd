sacctmgr -i delete account b
