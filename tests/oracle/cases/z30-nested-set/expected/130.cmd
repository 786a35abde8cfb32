sacctmgr -i add user u1,u4 account=n
