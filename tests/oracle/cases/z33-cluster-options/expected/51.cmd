sacctmgr -i add user u5 defaultaccount=a account=b
