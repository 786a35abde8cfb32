as co sacctmgr -i modify user bozz set newname=boss
