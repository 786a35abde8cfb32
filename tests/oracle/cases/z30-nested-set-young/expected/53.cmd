sacctmgr -i add account k4
