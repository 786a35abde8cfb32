sacctmgr -P list user withassoc cluster=cluster format=user,cluster,account,defaultaccount
