as stranger sacctmgr -i delete event cluster=cluster
