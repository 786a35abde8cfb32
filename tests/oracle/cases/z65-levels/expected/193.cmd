as coc sacctmgr -i delete account free
