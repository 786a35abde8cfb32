sacctmgr -i delete user bob where cluster=c1 defaultaccount=a
