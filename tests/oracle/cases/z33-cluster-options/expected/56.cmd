sacctmgr -i add user u7 cluster=c1 account=a
