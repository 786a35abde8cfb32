as co sacctmgr -i delete cluster cco
