sacctmgr -i add user v4 defaultaccount=nope
