sacctmgr -i modify account A where cluster=cluster set desc=foo maxjobs=14
