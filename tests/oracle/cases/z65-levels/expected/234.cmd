as low sacctmgr -i modify user boss set newname=bozz
