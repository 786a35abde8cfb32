as coc sacctmgr -i delete resource rcoc
