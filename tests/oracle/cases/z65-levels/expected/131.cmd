as co sacctmgr -i delete user a1co
