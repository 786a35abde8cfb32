sacctmgr -i modify account w set parent=x
