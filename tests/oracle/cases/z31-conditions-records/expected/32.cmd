sacctmgr -i modify account where desc=foo set org=foo maxjobs=15
