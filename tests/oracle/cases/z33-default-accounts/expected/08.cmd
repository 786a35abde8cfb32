sacctmgr -i add user cy cluster=a1 account=a
