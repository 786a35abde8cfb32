sacctmgr -i add user v3 fairshare=3 defaultaccount=a
