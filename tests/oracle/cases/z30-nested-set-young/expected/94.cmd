sacctmgr -i add user u1,v1 account=b,a
