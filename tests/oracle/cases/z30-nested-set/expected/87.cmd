sacctmgr -i add user v1,v2,v3 account=b
