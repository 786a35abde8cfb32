sacctmgr -i add user u1,u2,u3 account=a
