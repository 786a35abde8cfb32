sacctmgr -i modify cluster set maxjobs=5 where name=c1
