as coc sacctmgr -i add cluster ccoc
