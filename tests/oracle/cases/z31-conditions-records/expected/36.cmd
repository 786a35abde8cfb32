sacctmgr -i delete account where user=ann partition=p1
