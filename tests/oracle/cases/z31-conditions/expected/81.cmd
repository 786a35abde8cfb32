sacctmgr -i modify user where format=x set fairshare=2
