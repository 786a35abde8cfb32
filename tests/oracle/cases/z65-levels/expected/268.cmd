as low sacctmgr -i modify resource rlow set count=4
