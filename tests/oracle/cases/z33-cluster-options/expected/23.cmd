sacctmgr -i modify cluster c1 set name=c2
