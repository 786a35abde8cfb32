sacctmgr -i add account A,B,C
