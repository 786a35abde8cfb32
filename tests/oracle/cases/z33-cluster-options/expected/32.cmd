sacctmgr -i modify cluster set maxjobs=1 where cluster=nope
