sacctmgr -i modify account A where user=ann set desc=foo2 fairshare=25
