sacctmgr -i list user cluster=c1 defaultaccount=a format=user,defaultaccount
