sacctmgr -i modify cluster set maxjobs=11
