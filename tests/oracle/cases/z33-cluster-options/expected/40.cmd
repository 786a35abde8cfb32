sacctmgr -i modify cluster where name=c1 set maxjobs=15 where name=cluster
