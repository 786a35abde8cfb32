as coc sacctmgr -i delete user a1coc
