sacctmgr -i add account d
