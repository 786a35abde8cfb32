as coc sacctmgr -i delete account name=bio cluster=cluster
