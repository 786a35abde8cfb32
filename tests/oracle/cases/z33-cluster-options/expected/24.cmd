sacctmgr -i modify cluster c1 set bogus=1
