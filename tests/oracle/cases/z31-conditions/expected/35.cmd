sacctmgr -i modify account where ids=7 set fairshare=20
