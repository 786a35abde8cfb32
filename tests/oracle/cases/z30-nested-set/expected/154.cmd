sacctmgr -nP list account withdeleted
