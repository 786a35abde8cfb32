sacctmgr -i modify cluster nope set maxjobs=1
