sacctmgr -i modify account where ids=4 set fairshare=19
