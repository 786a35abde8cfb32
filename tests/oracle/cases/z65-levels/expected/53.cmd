as op sacctmgr -i delete event cluster=cluster
