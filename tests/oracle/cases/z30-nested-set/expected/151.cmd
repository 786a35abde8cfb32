sacctmgr -i add user u9 account=a
