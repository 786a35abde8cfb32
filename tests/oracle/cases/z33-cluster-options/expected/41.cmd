sacctmgr -i modify cluster set maxjobs=16 where name=c1 set grpjobs=4
