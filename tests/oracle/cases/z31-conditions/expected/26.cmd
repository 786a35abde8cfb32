sacctmgr -i modify account where user= set fairshare=14
