sacctmgr -i delete user v3
