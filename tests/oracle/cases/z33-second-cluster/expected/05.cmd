sacctmgr -i add user cy cluster=c1 account=b
