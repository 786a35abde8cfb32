as co sacctmgr -i delete account name=bio cluster=cluster
