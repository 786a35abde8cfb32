sacctmgr -i modify cluster set where name=cluster
