sacctmgr -i modify account where user=ann account=B set fairshare=9 maxjobs=3
