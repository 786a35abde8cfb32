sacctmgr -i add account e cluster=nope
