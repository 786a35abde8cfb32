sacctmgr -i modify user where user= set fairshare=40
