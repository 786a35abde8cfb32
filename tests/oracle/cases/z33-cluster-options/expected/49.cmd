sacctmgr -i add user u3 cluster=c1,cluster account=a,c
