sacctmgr -i modify cluster cluster set cluster=x
