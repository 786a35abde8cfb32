sacctmgr -i list user cluster=c1 defaultaccount=b format=user,defaultaccount
