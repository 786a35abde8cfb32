sacctmgr -i delete account a
