sacctmgr -i modify account where partition=p1 set fairshare=3
