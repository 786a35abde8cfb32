sacctmgr -i modify user where defaultaccount=B account=B set fairshare=3
