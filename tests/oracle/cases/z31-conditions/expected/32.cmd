sacctmgr -i modify account where cluster=cluster user=bob set fairshare=18
