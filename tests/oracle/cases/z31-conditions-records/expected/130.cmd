sacctmgr -i modify account where account=nope set desc=foo maxjobs=9
