sacctmgr -i delete user y
