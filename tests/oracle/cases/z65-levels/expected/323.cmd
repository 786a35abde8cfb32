as stranger sacctmgr -i modify resource rstranger set count=4
