as coc sacctmgr -i delete event cluster=cluster
