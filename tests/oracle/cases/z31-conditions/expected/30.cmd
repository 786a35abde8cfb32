sacctmgr -i modify account where cluster=cluster set fairshare=17
