sacctmgr -i add user v4 account=b
