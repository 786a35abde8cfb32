sacctmgr -i add user u1 cluster=c1 defaultaccount=a
