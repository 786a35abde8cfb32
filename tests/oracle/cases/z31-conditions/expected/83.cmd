sacctmgr -i modify cluster where user=ann set fairshare=2
