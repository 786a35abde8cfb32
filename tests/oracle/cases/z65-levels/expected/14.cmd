as op sacctmgr -i modify user root set fairshare=7
