sacctmgr -i modify account A,B where user=ann set fairshare=7
