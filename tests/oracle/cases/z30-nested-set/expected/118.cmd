sacctmgr -i add account b parent=a
