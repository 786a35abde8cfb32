as coc sacctmgr -i add federation fcoc
