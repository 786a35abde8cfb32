as co sacctmgr -i delete event cluster=cluster
