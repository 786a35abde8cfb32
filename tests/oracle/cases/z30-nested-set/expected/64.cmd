sacctmgr -i delete user where user=v2 account=b
