sacctmgr -i list user cluster=c1 ann format=user,defaultaccount
