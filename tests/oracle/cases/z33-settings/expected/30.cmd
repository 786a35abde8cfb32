sacctmgr -i modify cluster cluster set name=x
