sacctmgr -i list user cluster=cluster format=user,defaultaccount
