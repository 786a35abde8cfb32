sacctmgr -i add user v1,v2 account=b
