sacctmgr -i list user defaultaccount=b format=user,defaultaccount
