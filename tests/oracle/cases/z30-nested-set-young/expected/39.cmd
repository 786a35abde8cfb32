sacctmgr -i delete account v
