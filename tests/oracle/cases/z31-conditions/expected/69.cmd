sacctmgr -i modify user where ids=3 set fairshare=39
