sacctmgr -i add account a
