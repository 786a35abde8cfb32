sacctmgr -i delete user u1
