sacctmgr -i delete account where partition=p1
