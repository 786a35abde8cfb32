sacctmgr -i add user u6 defaultaccount=c account=a,b
