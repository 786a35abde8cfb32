sacctmgr -i add user u4 cluster=c1 defaultaccount=c
