sacctmgr -i list user account=a format=user,defaultaccount
