sacctmgr -i delete user u2
