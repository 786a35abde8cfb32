sacctmgr -nP list user format=user,defaultaccount
