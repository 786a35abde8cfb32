sacctmgr -i add user u2 account=a
