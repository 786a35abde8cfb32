as adm sacctmgr -i modify user bozz set newname=boss
