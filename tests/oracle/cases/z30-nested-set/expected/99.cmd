sacctmgr -i modify account b set parent=y
