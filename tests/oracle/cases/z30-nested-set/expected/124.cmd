sacctmgr -i add account n parent=a
