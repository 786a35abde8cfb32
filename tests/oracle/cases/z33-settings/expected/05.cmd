sacctmgr -i add user u1 defaultaccount=b
