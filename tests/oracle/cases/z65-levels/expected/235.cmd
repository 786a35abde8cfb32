as low sacctmgr -i modify user bozz set newname=boss
