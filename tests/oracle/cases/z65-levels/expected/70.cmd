as adm sacctmgr -i modify user boss set newname=bozz
