sacctmgr -P list user defaultaccount=a
