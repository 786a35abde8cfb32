sacctmgr -i modify account where user=ann set fairshare=8
