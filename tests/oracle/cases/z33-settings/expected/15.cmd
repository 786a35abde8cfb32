sacctmgr -i add user v2 defaultaccount=a fairshare=3
