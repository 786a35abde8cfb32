sacctmgr -i add user u3 account=a
