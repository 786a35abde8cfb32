as op sacctmgr -i modify user boss set newname=bozz
