sacctmgr -i add account b
