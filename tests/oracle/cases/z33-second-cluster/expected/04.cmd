sacctmgr -i add user bob cluster=c1 account=b defaultaccount=a
