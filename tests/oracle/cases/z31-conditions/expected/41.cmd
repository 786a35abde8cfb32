sacctmgr -i modify account where org=a user=bob set fairshare=24
