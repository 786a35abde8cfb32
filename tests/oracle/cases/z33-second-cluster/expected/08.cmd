sacctmgr -P list user withassoc cluster=c1 format=user,cluster,account,defaultaccount
