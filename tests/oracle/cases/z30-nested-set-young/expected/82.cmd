sacctmgr -i add user y1 account=b,a defaultaccount=a
