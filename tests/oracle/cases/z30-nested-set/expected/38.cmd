sacctmgr -i add user v1 account=b
