as co sacctmgr -i delete account free
