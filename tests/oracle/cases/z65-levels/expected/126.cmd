as co sacctmgr -i modify user boss set rawusage=0
