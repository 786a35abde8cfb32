sacctmgr -i modify cluster c1 set comment=x
