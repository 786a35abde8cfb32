sacctmgr -i modify account A where user=ann set parent=B
