sacctmgr -i add user u account=a,b
