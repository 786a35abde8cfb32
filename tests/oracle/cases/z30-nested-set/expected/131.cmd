sacctmgr -i add user u5,v1 account=b
