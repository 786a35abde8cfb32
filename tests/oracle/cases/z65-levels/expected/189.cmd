as coc sacctmgr -i delete user root
