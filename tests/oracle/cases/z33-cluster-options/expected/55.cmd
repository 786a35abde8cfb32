sacctmgr -i add user u7 cluster=nope account=a
