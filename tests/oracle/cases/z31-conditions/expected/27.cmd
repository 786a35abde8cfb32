sacctmgr -i modify account where user='' account=B set fairshare=15
