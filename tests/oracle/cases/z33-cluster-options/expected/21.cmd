sacctmgr -i modify cluster c1 set features=a,b
