as low sacctmgr -i delete user boss
