sacctmgr -i add account a,e
