as co sacctmgr -i add cluster cco
