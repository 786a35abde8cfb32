as op sacctmgr -i delete account name=bio cluster=cluster
