sacctmgr -i add user u1 defaultaccount=a
