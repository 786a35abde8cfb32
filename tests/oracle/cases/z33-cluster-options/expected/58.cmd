sacctmgr -i add account d cluster=c1,cluster
