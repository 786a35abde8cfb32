sacctmgr -i delete user u1,u2
