sacctmgr -i modify account where desc=a account=a set maxjobs=18
