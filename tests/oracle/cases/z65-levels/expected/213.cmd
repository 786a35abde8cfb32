as coc sacctmgr -i modify resource rcoc set count=4
