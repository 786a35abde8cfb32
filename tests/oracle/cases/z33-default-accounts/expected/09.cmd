sacctmgr -i list user cluster=c1,cluster format=user,defaultaccount
