sacctmgr -i add cluster c4 grptresmins=cpu=1
