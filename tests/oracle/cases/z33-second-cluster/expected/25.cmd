sacctmgr -P list user withassoc format=user,cluster,account,defaultaccount
