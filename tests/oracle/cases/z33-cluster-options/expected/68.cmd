sacctmgr -i add cluster c1
