sacctmgr -i modify account where org=a set desc=foo maxjobs=14
