as coc sacctmgr -i delete cluster ccoc
