sacctmgr -i modify cluster c1 set grptresmins=cpu=3
