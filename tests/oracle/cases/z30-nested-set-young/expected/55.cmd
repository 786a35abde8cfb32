sacctmgr -i modify account k4 set parent=k1
