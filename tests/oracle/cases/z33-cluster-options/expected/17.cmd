sacctmgr -i modify cluster c1 set parent=a
