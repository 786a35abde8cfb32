sacctmgr -i modify cluster c1 set flags=x
