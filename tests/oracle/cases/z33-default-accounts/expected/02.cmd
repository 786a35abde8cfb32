sacctmgr -i add cluster a1
