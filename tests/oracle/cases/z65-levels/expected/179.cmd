as coc sacctmgr -i modify user boss set newname=bozz
