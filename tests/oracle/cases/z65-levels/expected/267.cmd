as low sacctmgr -i add resource name=rlow count=3 server=s
