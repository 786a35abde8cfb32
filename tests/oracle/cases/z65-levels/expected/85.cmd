as adm sacctmgr -i delete account name=bio cluster=cluster
