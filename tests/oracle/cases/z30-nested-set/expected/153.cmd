sacctmgr -nP list user withdeleted
