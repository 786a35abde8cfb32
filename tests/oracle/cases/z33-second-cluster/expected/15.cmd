sacctmgr -P list assoc onlydefaults
