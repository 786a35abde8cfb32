as coc sacctmgr -i modify user root set fairshare=7
