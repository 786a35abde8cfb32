as co sacctmgr -i modify resource rco set count=4
