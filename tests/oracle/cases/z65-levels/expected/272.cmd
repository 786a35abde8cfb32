as low sacctmgr -i delete event cluster=cluster
