as co sacctmgr -i add resource name=rco count=3 server=s
