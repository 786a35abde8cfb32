as low sacctmgr -i delete account name=bio cluster=cluster
