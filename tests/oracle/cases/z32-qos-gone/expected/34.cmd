sacctmgr -i load file=d1
