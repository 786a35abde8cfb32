sacctmgr -i list user cluster=cluster,c1 format=user,defaultaccount
