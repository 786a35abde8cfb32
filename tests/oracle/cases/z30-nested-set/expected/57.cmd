sacctmgr -i add user v3 account=b
