sacctmgr list user withassoc
