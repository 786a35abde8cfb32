sacctmgr -i modify cluster c1 set description=1
