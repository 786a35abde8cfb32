sacctmgr -i modify account C where user=ann set parent=B
