sacctmgr -i modify cluster where flags=x set maxjobs=13
