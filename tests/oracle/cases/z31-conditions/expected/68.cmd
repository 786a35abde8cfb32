sacctmgr -i modify user where ids=7 set fairshare=38
