sacctmgr -i list user cluster=c1,cluster withassoc format=user,cluster,defaultaccount
