as stranger sacctmgr -i modify user root set fairshare=7
