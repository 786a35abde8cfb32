sacctmgr list user cluster=c1
