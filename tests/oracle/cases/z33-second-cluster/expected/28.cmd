sacctmgr -i delete user bob account=a cluster=c1
