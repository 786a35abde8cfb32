sacctmgr -i modify account where user=nobody set fairshare=16
