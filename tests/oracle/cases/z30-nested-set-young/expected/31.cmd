sacctmgr -i delete account vv
