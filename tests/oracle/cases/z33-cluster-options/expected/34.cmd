sacctmgr -i modify cluster where set maxjobs=2
