sacctmgr -i list user cluster=nope format=user,defaultaccount
