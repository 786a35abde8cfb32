as coc sacctmgr -i delete user a2coc
