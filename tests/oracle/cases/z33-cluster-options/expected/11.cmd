sacctmgr -i modify cluster c1 set fairshare=3
