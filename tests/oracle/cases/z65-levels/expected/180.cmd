as coc sacctmgr -i modify user bozz set newname=boss
