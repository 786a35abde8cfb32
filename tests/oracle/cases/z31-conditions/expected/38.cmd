sacctmgr -i modify account where desc=a set fairshare=22
