sacctmgr -i delete account a,b,c
