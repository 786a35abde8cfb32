sacctmgr -i delete user v1,u5
