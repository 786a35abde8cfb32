sacctmgr -P list user ann
