as low sacctmgr -i delete user a2low
