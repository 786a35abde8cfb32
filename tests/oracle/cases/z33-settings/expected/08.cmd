sacctmgr -i add user u4 defaultaccount=a account=b
