as coc sacctmgr -i delete user boss
