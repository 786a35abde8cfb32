sacctmgr -i add user ann cluster=c1 defaultaccount=a
