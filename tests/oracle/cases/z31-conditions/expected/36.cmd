sacctmgr -i modify account where ids=7 user=ann set fairshare=21
