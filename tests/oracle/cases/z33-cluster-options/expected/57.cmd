sacctmgr -i add account d cluster=c1 parent=c
