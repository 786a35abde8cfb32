sacctmgr -i modify cluster set where name=c1
