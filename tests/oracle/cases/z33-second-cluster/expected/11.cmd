sacctmgr -i list user cluster=c1
