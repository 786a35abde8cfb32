as co sacctmgr -i delete user root
