sacctmgr -i modify account set maxjobs=3 where name=A
