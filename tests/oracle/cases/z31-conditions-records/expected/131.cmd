sacctmgr -i modify account where account=nope,a set desc=foo maxjobs=9
