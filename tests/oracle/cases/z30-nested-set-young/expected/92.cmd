sacctmgr -i add user u1 account=a
