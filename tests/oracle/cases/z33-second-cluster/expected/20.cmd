sacctmgr -P list user
