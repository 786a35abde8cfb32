sacctmgr -i add account y
