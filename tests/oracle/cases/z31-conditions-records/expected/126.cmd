sacctmgr -nP list user
