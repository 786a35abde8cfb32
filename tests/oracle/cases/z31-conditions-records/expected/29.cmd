sacctmgr -i modify account where cluster=cluster set desc=foo
