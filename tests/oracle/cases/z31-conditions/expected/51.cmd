sacctmgr -i modify user where account=nope set fairshare=28
