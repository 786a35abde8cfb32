sacctmgr -i delete user v1
