sacctmgr -i modify account where desc=b set desc=foo maxjobs=3
