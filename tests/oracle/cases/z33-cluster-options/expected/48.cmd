sacctmgr -i add user u2 cluster=c1 account=c
