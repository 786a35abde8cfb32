sacctmgr -i modify cluster cluster set name=x maxjobs=4
