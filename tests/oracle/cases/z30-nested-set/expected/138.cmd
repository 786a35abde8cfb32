sacctmgr -i add user u6,u7 account=b
