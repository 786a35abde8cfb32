as co sacctmgr -i delete user boss
