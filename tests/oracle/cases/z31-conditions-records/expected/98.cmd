sacctmgr -i modify account where desc=a set org=foo maxjobs=15
