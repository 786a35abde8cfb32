sacctmgr -i modify account where desc=a user=ann set fairshare=23
