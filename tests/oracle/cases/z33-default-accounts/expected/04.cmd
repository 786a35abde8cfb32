sacctmgr -i add user ann cluster=c1 account=a
