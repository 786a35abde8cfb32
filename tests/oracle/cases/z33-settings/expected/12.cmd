sacctmgr -i add user u8 defaultaccount=a cluster=cluster
