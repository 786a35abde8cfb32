as co sacctmgr -i modify user boss set newname=bozz
