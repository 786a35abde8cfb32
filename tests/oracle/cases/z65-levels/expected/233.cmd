as low sacctmgr -i modify user root set fairshare=7
