sacctmgr -i list user cluster=cluster,c1,a1 format=user,defaultaccount
