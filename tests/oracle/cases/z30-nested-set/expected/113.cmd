sacctmgr -i delete user u1,u2,u3,u9,v1,v2,v3,v4,u6
