sacctmgr -i modify account where partition=p1 user=ann set fairshare=4
