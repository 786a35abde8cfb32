sacctmgr -i add user u3 defaultaccount=a account=a
