sacctmgr -nP list account
