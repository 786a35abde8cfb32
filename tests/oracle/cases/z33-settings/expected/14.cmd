sacctmgr -i add user v1 cluster=cluster account=a
