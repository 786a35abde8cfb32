sacctmgr -i delete user bob account=b cluster=c1
