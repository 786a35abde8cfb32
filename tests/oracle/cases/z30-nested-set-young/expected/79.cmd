sacctmgr -i add user x1,x2 account=b,a
