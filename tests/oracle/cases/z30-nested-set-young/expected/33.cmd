sacctmgr -i modify account v set parent=x
