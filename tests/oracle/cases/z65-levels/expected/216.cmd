as coc sacctmgr -i delete federation fcoc
