sacctmgr -i modify account where user=ann set desc=foo
