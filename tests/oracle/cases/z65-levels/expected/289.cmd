as stranger sacctmgr -i modify user boss set newname=bozz
