sacctmgr -i delete account vv cluster=cluster
