sacctmgr -i modify cluster c1 set grpwall=3
