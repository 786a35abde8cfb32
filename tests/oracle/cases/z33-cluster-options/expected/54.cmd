sacctmgr -i add user u4 account=b defaultaccount=b
