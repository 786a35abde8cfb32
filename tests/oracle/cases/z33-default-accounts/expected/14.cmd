sacctmgr -i list user cluster=c1 account=b format=user,defaultaccount
