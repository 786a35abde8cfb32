as co sacctmgr -i delete user a2co
