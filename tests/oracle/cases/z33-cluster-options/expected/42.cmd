sacctmgr -i modify user set maxjobs=3 where name=root
