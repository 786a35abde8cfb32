as stranger sacctmgr -i delete account name=bio cluster=cluster
