as op sacctmgr -i modify user bozz set newname=boss
