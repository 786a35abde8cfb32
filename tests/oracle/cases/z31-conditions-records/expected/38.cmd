sacctmgr -i delete account where user= account=C
