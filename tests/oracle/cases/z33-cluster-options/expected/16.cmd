sacctmgr -i modify cluster c1 set grptresrunmins=cpu=3
