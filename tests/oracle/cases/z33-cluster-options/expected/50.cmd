sacctmgr -i add user u4 cluster=cluster defaultaccount=a
