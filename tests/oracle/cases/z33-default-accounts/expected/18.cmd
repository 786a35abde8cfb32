sacctmgr -i list user defaultaccount=a format=user,defaultaccount
