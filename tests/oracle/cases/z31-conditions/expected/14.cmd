sacctmgr -i modify account A where partition=p1 set fairshare=2
