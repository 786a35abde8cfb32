sacctmgr -i add account a,b
