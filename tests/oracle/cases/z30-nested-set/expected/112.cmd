sacctmgr -i add user v2 account=b
