as stranger sacctmgr -i modify user bozz set newname=boss
