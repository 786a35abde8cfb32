as co sacctmgr -i delete resource rco
