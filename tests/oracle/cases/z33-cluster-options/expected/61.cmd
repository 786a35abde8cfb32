sacctmgr -i add account e cluster=c1 parent=a
