sacctmgr -nP list user withassoc format=user,cluster,account,defaultaccount
