sacctmgr -i add cluster c6,c7 maxjobs=3
