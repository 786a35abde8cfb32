sacctmgr -i modify cluster c1,cluster set maxjobs=12
